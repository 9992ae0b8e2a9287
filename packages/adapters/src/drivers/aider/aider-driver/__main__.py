"""Drives aider for the bridge: run by aider's own Python, speaks JSON lines. The bridge's side is aider's driver."""
import os
import sys
import traceback

import clg_hooks
import clg_io
import clg_session
from clg_channel import Channel


class Turn:
    """What is noted while one prompt is worked on."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.failure = None
        self.last_error = None
        self.was_interrupted = False
        self.edits = {}


def version_only():
    """For `doctor`: which aider this Python has. The package called `aider` on PyPI is something else."""
    import aider
    import aider.coders  # noqa: F401

    print(aider.__version__)
    return 0


def start_coder(channel, settings, allowed, turn):
    import aider.io
    import aider.main
    import webbrowser

    aider.main.InputOutput = clg_io.bridge_io_class(aider.io.InputOutput, channel, allowed)
    webbrowser.open = lambda *_args, **_options: False
    clg_hooks.install(channel, allowed, turn, settings)
    coder = aider.main.main([str(flag) for flag in settings.get("flags") or []], return_coder=True)
    if not hasattr(coder, "run_one"):
        raise SystemExit(coder if isinstance(coder, int) else 1)
    return prepared(coder)


def prepared(coder):
    coder.pretty = False
    coder.stream = bool(coder.main_model.streaming)
    return coder


def run(channel):
    settings = channel.next_message()
    if settings is None or settings.get("type") != "start":
        return 1
    import aider

    channel.tell("hello", version=aider.__version__, python=sys.version.split()[0])
    resume = settings.get("resume")
    kept = clg_session.load(resume) if resume else None
    if resume and kept is None:
        channel.tell("fatal", code="no_session", text="There is no such session.")
        return 1
    allowed, turn = clg_io.Allowed(), Turn()
    channel.is_busy = True
    try:
        coder = start_coder(channel, settings, allowed, turn)
    except KeyboardInterrupt:
        return 130
    except SystemExit as end:
        channel.tell("fatal", code="exit", text="aider ended while it started (%s)." % end.code)
        return 1
    finally:
        channel.is_busy = False
    session_id = resume if resume and not settings.get("fork") else clg_session.new_id()
    if kept:
        clg_session.restore(kept, coder)
    channel.tell(
        "ready", session=session_id, root=coder.root, model=coder.main_model.name, edit_format=coder.edit_format,
        git=bool(coder.repo), restored=len(coder.done_messages), auto_commits=bool(coder.repo and coder.auto_commits),
        auto_lint=bool(coder.auto_lint), auto_test=bool(coder.auto_test), commands=coder.commands.get_commands(),
    )
    while True:
        message = channel.next_message()
        if message is None:
            channel.tell("bye")
            return 0
        if message.get("type") == "prompt":
            try:
                coder, end = take_prompt(channel, coder, turn, message)
            except KeyboardInterrupt:
                # It came while the turn was ending.
                channel.is_busy = False
                end = {"id": message.get("id"), "stop": "interrupted", "error": None}
            clg_session.save(session_id, coder)
            channel.tell("turn_end", **end)
            if end["stop"] == "exit":
                return 0
        elif message.get("type") == "model":
            coder = switch_model(channel, coder, turn, message)
        else:
            channel.tell("not_understood", text=str(message)[:200])


def take_prompt(channel, coder, turn, message):
    turn.clear()
    channel.is_busy = True
    stop, error = "end", None
    channel.tell("turn_start", id=message.get("id"))
    try:
        coder.partial_response_content = ""
        coder.io.user_input(message.get("text", ""))
        coder = run_one(channel, coder, message.get("text", ""))
        if turn.failure:
            stop, error = "error", turn.failure
    except KeyboardInterrupt:
        turn.was_interrupted = True
    except SystemExit:
        stop = "exit"
    except Exception as failure:  # aider's own faults end a turn, never the session
        stop, error = "error", type(failure).__name__
        channel.tell("crash", text="%s: %s" % (error, failure), trace=traceback.format_exc()[-4000:])
    channel.is_busy = False
    if turn.was_interrupted:
        stop = "interrupted"
    return coder, {"id": message.get("id"), "stop": stop, "error": error, "total_cost": coder.total_cost}


def run_one(channel, coder, text):
    from aider.coders import Coder
    from aider.commands import SwitchCoder

    try:
        coder.run_one(text, True)
        return coder
    except SwitchCoder as switch:
        options = dict(io=coder.io, from_coder=coder)
        options.update(switch.kwargs)
        options.pop("show_announcements", None)
        coder = prepared(Coder.create(**options))
        channel.tell("switched", model=coder.main_model.name, edit_format=coder.edit_format)
        return coder


def switch_model(channel, coder, turn, message):
    """aider's own `/model`, between turns."""
    turn.clear()
    channel.is_busy = True
    try:
        return run_one(channel, coder, "/model %s" % str(message.get("name", "")).split("\n")[0])
    except (KeyboardInterrupt, SystemExit):
        return coder
    finally:
        channel.is_busy = False


if __name__ == "__main__":
    if sys.argv[1:] == ["--aider-version"]:
        sys.exit(version_only())
    line = Channel()
    line.start()
    code = 1
    try:
        code = run(line)
    except Exception:  # the last words of a driver that does not fit this aider
        line.tell("fatal", code="driver", text=traceback.format_exc()[-4000:])
    # aider leaves threads behind that would keep the process.
    os._exit(code)
