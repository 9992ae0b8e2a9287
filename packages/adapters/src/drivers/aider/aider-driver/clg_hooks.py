"""What is changed in aider's classes so that the bridge decides before anything happens, and sees it happen.

Changed on the classes, not on one object: aider makes a new coder at each switch of model or mode.
"""
import codecs
import os
import signal
import subprocess
import sys

#: Files and outputs that are larger are not sent whole.
MAX_FILE_BYTES = 512 * 1024
MAX_OUTPUT_CHARS = 16 * 1024 * 1024


def content_of(path):
    """The text of a file for a comparison; None where there is none, or it is too large or no text."""
    try:
        if os.path.getsize(path) > MAX_FILE_BYTES:
            return None
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def install(channel, allowed, turn, settings):
    import aider.coders.base_coder as base_coder
    import aider.commands as commands
    import aider.exceptions as exceptions

    coder_class = base_coder.Coder
    hook_stream(channel, coder_class, turn)
    hook_edits(channel, allowed, coder_class, turn)
    hook_commands(channel, allowed, coder_class, base_coder, commands)
    hook_reports(channel, coder_class, exceptions, turn)
    hook_system_prompt(coder_class, settings)


def hook_stream(channel, coder_class, turn):
    original = coder_class.show_send_output_stream

    def pieces(chunks):
        for chunk in chunks:
            delta = None
            try:
                delta = chunk.choices[0].delta
            except (AttributeError, IndexError):
                pass
            thought = getattr(delta, "reasoning_content", None) or getattr(delta, "reasoning", None)
            text = getattr(delta, "content", None)
            if thought or text:
                # A retry got through.
                turn.failure = None
            if thought:
                channel.tell("reasoning", text=thought)
            if text:
                channel.tell("text", text=text)
            yield chunk

    class Tapped:
        """The stream for aider, which also reads what the stream counts."""

        def __init__(self, completion):
            self._completion = completion

        def __iter__(self):
            return pieces(self._completion)

        def __getattr__(self, name):
            return getattr(self._completion, name)

    def show_send_output_stream(self, completion):
        channel.tell("answer_begins")
        screen, sys.stdout = sys.stdout, open(os.devnull, "w", encoding="utf-8")
        try:
            yield from original(self, Tapped(completion))
        finally:
            sys.stdout.close()
            sys.stdout = screen
            channel.tell("answer_ends")

    coder_class.show_send_output_stream = show_send_output_stream


def hook_edits(channel, allowed, coder_class, turn):
    original_prepare = coder_class.prepare_to_edit
    original_apply = coder_class.apply_updates

    def prepare_to_edit(self, edits):
        """aider asks about files that are new to the chat only; here every file that is changed is asked about."""
        edits = list(edits)
        paths = list(dict.fromkeys(edit[0] for edit in edits if edit[0] is not None))
        refused = set()
        for path in paths:
            full = self.abs_root_path(path)
            parts = [[part_text(part) for part in edit[1:]] for edit in edits if edit[0] == path]
            ask_id = channel.new_id("edit")
            answer = channel.ask("edit", ask_id, path=full, is_new=not os.path.exists(full), parts=parts)
            if answer.get("value") == "yes":
                allowed.paths.add(path)
                turn.edits[path] = (ask_id, full, content_of(full), os.path.exists(full))
            else:
                refused.add(path)
                tell_model(self, "I did not allow the changes to %s." % path, answer)
                channel.tell("refused", id=ask_id)
        try:
            return original_prepare(self, [edit for edit in edits if edit[0] not in refused])
        finally:
            allowed.paths.clear()

    def apply_updates(self):
        turn.edits = {}
        edited = original_apply(self)
        failure = str(self.reflected_message) if self.reflected_message else None
        for path, (ask_id, full, before, existed) in turn.edits.items():
            after = content_of(full)
            is_done = not self.dry_run and path in edited and failure is None
            channel.tell(
                "edited", id=ask_id, path=full, ok=is_done, failure=failure, existed=existed,
                before=before, after=after, exists=os.path.exists(full),
            )
        if failure is not None and not turn.edits:
            channel.tell("edit_failed", text=failure)
        turn.edits = {}
        return edited

    coder_class.prepare_to_edit = prepare_to_edit
    coder_class.apply_updates = apply_updates


def part_text(part):
    if isinstance(part, str):
        return part
    if isinstance(part, (list, tuple)):
        return "".join(str(one) for one in part)
    return str(part)


def tell_model(coder, words, answer):
    feedback = answer.get("feedback")
    text = words if not feedback else "%s %s" % (words, feedback)
    coder.cur_messages += [dict(role="user", content=text), dict(role="assistant", content="Ok.")]


def hook_commands(channel, allowed, coder_class, base_coder, commands):
    original = coder_class.handle_shell_commands
    #: The commands that run now, so that their output is shown where they were asked about.
    running = []

    def handle_shell_commands(self, commands_str, group):
        command = commands_str.strip()
        ask_id = channel.new_id("shell")
        answer = channel.ask("shell", ask_id, command=command, cwd=self.root)
        if answer.get("value") != "yes":
            tell_model(self, "I did not allow the command `%s`." % command, answer)
            channel.tell("refused", id=ask_id)
            return None
        allowed.is_command_running = True
        running.append({"id": ask_id, "exit": None})
        is_whole = False
        try:
            output = original(self, answer.get("command") or command, group)
            is_whole = True
            return output
        finally:
            allowed.is_command_running = False
            channel.tell("shell_ended", id=ask_id, exit=running.pop()["exit"], interrupted=not is_whole)

    def run_cmd(command, verbose=False, error_print=None, cwd=None):
        """In a session of its own, without a keyboard, its output told as it comes, ended by an interrupt."""
        own = None
        if not running:
            # A person's own `/run`.
            own = channel.new_id("shell")
            running.append({"id": own, "exit": None})
            channel.tell("shell_began", id=own, command=command, cwd=cwd)
        try:
            code, output = run_process(channel, running[-1]["id"], command, cwd)
            running[-1]["exit"] = code
            return code, output
        finally:
            if own is not None:
                channel.tell("shell_ended", id=own, exit=running.pop()["exit"], interrupted=False)

    coder_class.handle_shell_commands = handle_shell_commands
    # Both know it by name.
    base_coder.run_cmd = run_cmd
    commands.run_cmd = run_cmd


def run_process(channel, shell_id, command, cwd):
    try:
        process = subprocess.Popen(
            command, shell=True, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=os.name != "nt",
        )
    except OSError as error:
        return 1, str(error)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    kept, size = [], 0
    try:
        while True:
            data = os.read(process.stdout.fileno(), 65536)
            if not data:
                break
            text = decoder.decode(data)
            channel.tell("shell_output", id=shell_id, text=text)
            if size < MAX_OUTPUT_CHARS:
                kept.append(text)
                size += len(text)
        return process.wait(), "".join(kept)
    except KeyboardInterrupt:
        end_group(process)
        raise


def end_group(process):
    try:
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass
    process.wait()


def hook_reports(channel, coder_class, exceptions, turn):
    original_usage = coder_class.show_usage_report
    original_commit = coder_class.show_auto_commit_outcome
    original_info = exceptions.LiteLLMExceptions.get_ex_info

    def show_usage_report(self):
        # Before the original, which sets the counts back.
        if self.usage_report:
            channel.tell(
                "usage", sent=self.message_tokens_sent, received=self.message_tokens_received, cost=self.message_cost,
                window=(self.main_model.info or {}).get("max_input_tokens"),
            )
        return original_usage(self)

    def show_auto_commit_outcome(self, res):
        original_commit(self, res)
        channel.tell("commit", hash=res[0], message=res[1])

    def get_ex_info(self, ex):
        info = original_info(self, ex)
        turn.failure = info.name or type(ex).__name__
        # aider asks twice about the same one.
        if ex is not turn.last_error:
            turn.last_error = ex
            channel.tell("provider_error", name=turn.failure, text=str(ex)[:2000], retries=bool(info.retry))
        return info

    def keyboard_interrupt(self):
        # aider leaves at the second one within two seconds.
        self.last_keyboard_interrupt = None
        turn.was_interrupted = True

    coder_class.show_usage_report = show_usage_report
    coder_class.show_auto_commit_outcome = show_auto_commit_outcome
    coder_class.keyboard_interrupt = keyboard_interrupt
    exceptions.LiteLLMExceptions.get_ex_info = get_ex_info


def hook_system_prompt(coder_class, settings):
    overlay = settings.get("overlay")
    if not overlay:
        return
    original = coder_class.fmt_system_prompt

    def fmt_system_prompt(self, prompt):
        text = original(self, prompt)
        return "%s\n\n%s" % (text, overlay) if prompt == self.gpt_prompts.main_system else text

    coder_class.fmt_system_prompt = fmt_system_prompt
