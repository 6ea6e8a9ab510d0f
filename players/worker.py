"""The process that thinks: `python -m players.worker`. See host/worker_process.py."""

from engine import encode
from host.worker_process import kind_and_place, serve

from .answer import Answer, answer


def answered(question: bytes) -> bytes:
    try:
        return answer(question)
    except Exception as error:
        return encode(Answer(failed=kind_and_place(error)))


if __name__ == "__main__":
    serve(answered)
