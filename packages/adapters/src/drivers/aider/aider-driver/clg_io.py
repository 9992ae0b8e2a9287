"""aider's console, with the bridge in the place of the terminal."""


def bridge_io_class(base, channel, allowed):
    """`allowed`: what a person has just allowed, so that aider's own question about the same thing is not put again."""

    class BridgeIO(base):
        def __init__(self, *args, **options):
            options["fancy_input"] = False
            super().__init__(*args, **options)
            self.pretty = False
            self.prompt_session = None
            # aider answers "yes" for programs that embed it; every question is to be put.
            self.yes = None

        def rule(self):
            pass

        def ring_bell(self):
            pass

        def print(self, message=""):
            channel.tell("notice", level="info", text=str(message))

        def tool_output(self, *messages, log_only=False, bold=False):
            text = " ".join(str(one) for one in messages)
            if not text.strip():
                return
            self.append_chat_history(text.strip(), linebreak=True, blockquote=True)
            if not log_only:
                channel.tell("notice", level="info", text=text)

        def tool_warning(self, message="", strip=True):
            self._keep(message, strip)
            channel.tell("notice", level="warning", text=str(message))

        def tool_error(self, message="", strip=True):
            self.num_error_outputs += 1
            self._keep(message, strip)
            channel.tell("notice", level="error", text=str(message))

        def _keep(self, message, strip):
            for line in str(message).splitlines():
                if line.strip():
                    self.append_chat_history(line, linebreak=True, blockquote=True, strip=strip)

        def assistant_output(self, message, pretty=None):
            # Only where the answer is not streamed.
            if message:
                channel.tell("text", text=str(message))
            else:
                self.tool_warning("Empty response received from LLM. Check your provider account?")

        def user_input(self, inp, log_only=True):
            super().user_input(inp, log_only=True)

        def llm_started(self):
            channel.tell("model_asked")

        def get_input(self, *_args, **_options):
            raise EOFError

        def offer_url(self, url, prompt="Open URL for more info?", allow_never=True):
            # Nothing opens a browser on the host's screen.
            channel.tell("notice", level="info", text="%s %s" % (prompt, url))
            return False

        def confirm_ask(
            self, question, default="y", subject=None, explicit_yes_required=False, group=None, allow_never=False
        ):
            self.num_user_asks += 1
            if allowed.covers(question, subject):
                return True
            known = (question, subject)
            if known in self.never_prompts:
                return False
            if group and not group.show_group:
                group = None
            if group and group.preference == "skip":
                return False
            if group and group.preference == "all" and not explicit_yes_required:
                return True
            options = ["yes", "no"]
            if group and not explicit_yes_required:
                options.append("all")
            if group:
                options.append("skip")
            if group or allow_never:
                options.append("never")
            answer = channel.ask(
                "confirm", question=question, subject=subject, default=default, options=options,
                explicit=bool(explicit_yes_required),
            )
            value = str(answer.get("value") or "no")
            self.append_chat_history("%s %s" % (question.strip(), value), linebreak=True, blockquote=True)
            if value == "never":
                self.never_prompts.add(known)
            elif value == "skip" and group:
                group.preference = "skip"
            elif value == "all" and group and not explicit_yes_required:
                group.preference = "all"
                return True
            return value == "yes"

        def prompt_ask(self, question, default="", subject=None):
            self.num_user_asks += 1
            answer = channel.ask("text", question=question, subject=subject, default=default)
            value = answer.get("value")
            value = default if value is None else str(value)
            self.append_chat_history("%s %s" % (question.strip(), value.strip()), linebreak=True, blockquote=True)
            return value

    return BridgeIO


class Allowed:
    """What was allowed by a question of ours, for as long as aider acts on it."""

    def __init__(self):
        self.paths = set()
        self.is_command_running = False

    def covers(self, question, subject):
        if self.is_command_running:
            # The command itself, and that the model may read what it printed.
            return question.startswith(("Run shell command", "Add command output to the chat"))
        return subject in self.paths and question.startswith(("Create new file", "Allow edits to file"))
