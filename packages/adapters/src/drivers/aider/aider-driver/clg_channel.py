"""The bridge's end of the line: JSON objects, one a line, on what were stdin and stdout when this process began.

Whatever aider, its libraries or its commands print goes elsewhere, so nothing of it can be taken for a message, and
nothing that they read can be a message of the bridge.
"""
import codecs
import json
import os
import queue
import signal
import sys
import threading
import time


class Channel:
    #: So long may what runs take to end once the bridge is gone; a library can swallow the interrupt.
    grace_seconds = 10

    def __init__(self):
        self._out = os.dup(1)
        self._in = os.fdopen(os.dup(0), "rb")
        self._lock = threading.Lock()
        self._prompts = queue.Queue()
        self._questions = {}
        self._count = 0
        #: A turn runs: only then does an interrupt reach the main thread.
        self.is_busy = False
        #: The bridge is gone, or told us to go.
        self.is_closing = False
        self._redirect()

    def _redirect(self):
        reading, writing = os.pipe()
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        os.close(writing)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        threading.Thread(target=self._relay, args=(reading,), daemon=True).start()

    def start(self):
        signal.signal(signal.SIGINT, self._on_signal)
        threading.Thread(target=self._read, daemon=True).start()

    def _on_signal(self, *_):
        # One that comes late, after its turn, must not end what comes next.
        if self.is_busy:
            raise KeyboardInterrupt

    def _relay(self, reading):
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while True:
            data = os.read(reading, 65536)
            if not data:
                return
            text = decoder.decode(data)
            if text:
                self.tell("printed", text=text)

    def tell(self, message_type, /, **fields):
        line = json.dumps({"type": message_type, **fields}, ensure_ascii=True, default=str) + "\n"
        data = memoryview(line.encode("ascii"))
        with self._lock:
            while data:
                data = data[os.write(self._out, data):]

    def _read(self):
        for line in self._in:
            try:
                message = json.loads(line)
                kind = message["type"]
            except (ValueError, TypeError, KeyError):
                self.tell("not_understood", text=line[:200].decode("utf-8", "replace"))
                continue
            if kind == "answer":
                waiting = self._questions.pop(message.get("id"), None)
                if waiting is not None:
                    waiting.put(message)
            elif kind == "interrupt":
                self.tell("interrupting")
                self._interrupt()
            elif kind == "shutdown":
                break
            else:
                self._prompts.put(message)
        self.is_closing = True
        self._prompts.put(None)
        # This thread ends with the process, which mostly is at once.
        for _ in range(self.grace_seconds):
            self._interrupt()
            time.sleep(1)
        os._exit(1)

    def _interrupt(self):
        for waiting in list(self._questions.values()):
            waiting.put(None)
        if self.is_busy:
            os.kill(os.getpid(), signal.SIGINT)

    def next_message(self):
        """The next command of the bridge; None when it is time to go."""
        while not self.is_closing:
            try:
                return self._prompts.get(timeout=0.5)
            except queue.Empty:
                # A short wait lets signals in.
                continue
        return None

    def new_id(self, prefix):
        self._count += 1
        return "%s-%d" % (prefix, self._count)

    def ask(self, kind, ask_id=None, **fields):
        """Waits for a person. An interrupt ends the wait as KeyboardInterrupt, also where there is no person any more."""
        if self.is_closing:
            raise KeyboardInterrupt
        ask_id = ask_id or self.new_id("ask")
        waiting = self._questions[ask_id] = queue.Queue()
        self.tell("ask", id=ask_id, kind=kind, **fields)
        try:
            while True:
                try:
                    answer = waiting.get(timeout=0.2)
                    break
                except queue.Empty:
                    if self.is_closing:
                        raise KeyboardInterrupt from None
        finally:
            self._questions.pop(ask_id, None)
        if answer is None:
            raise KeyboardInterrupt
        return answer
