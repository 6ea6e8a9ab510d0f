"""What a host needs beside the bot: health pages, logs, metrics, a supervisor, worker processes."""
