"""Conversations that outlive the process. aider keeps a Markdown log per folder; here a session is kept exactly."""
import json
import os
import re
import uuid

FOLDER = os.path.join(os.path.expanduser("~"), ".aider", "sessions")


def path_of(session_id):
    if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", session_id or ""):
        return None
    return os.path.join(FOLDER, session_id + ".json")


def new_id():
    return str(uuid.uuid4())


def save(session_id, coder):
    """Whole or not at all: a process that dies here leaves the last good one."""
    kept = {
        "root": coder.root,
        "model": coder.main_model.name,
        "messages": coder.done_messages + coder.cur_messages,
        "files": coder.get_inchat_relative_files(),
    }
    path = path_of(session_id)
    os.makedirs(FOLDER, mode=0o700, exist_ok=True)
    half = path + ".part"
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(kept, file, default=str)
    os.replace(half, path)


def load(session_id):
    """None where there is no such session, or it is broken."""
    path = path_of(session_id)
    try:
        with open(path, encoding="utf-8") as file:
            kept = json.load(file)
        return kept if isinstance(kept, dict) and isinstance(kept.get("messages"), list) else None
    except (OSError, ValueError, TypeError):
        return None


def restore(kept, coder):
    coder.done_messages = kept["messages"]
    coder.cur_messages = []
    for name in kept.get("files") or []:
        if os.path.isfile(coder.abs_root_path(name)):
            coder.add_rel_fname(name)
