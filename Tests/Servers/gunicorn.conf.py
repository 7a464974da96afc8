"""How httpbin and the OAuth 2 server are served: one process, many threads, so that /delay holds up nobody but its caller."""

import os

name = os.environ["APUS_SERVER_NAME"]  # of the module with the application, and of the file with its URL
wsgi_app = f"{name}:app"
pythonpath = os.path.dirname(os.path.abspath(__file__))
bind = "127.0.0.1:0"  # the system picks a free port; when_ready tells it
workers = 1
worker_class = "gthread"
threads = 32
keepalive = 30  # seconds that an idle connection stays open
timeout = 120
graceful_timeout = 1  # seconds that unfinished answers get when it is stopped
worker_tmp_dir = os.environ["APUS_SERVERS_DIRECTORY"]
loglevel = "warning"


def when_ready(server):
    """Leaves the base URL in a file, once connections are accepted."""
    host, port = server.LISTENERS[0].sock.getsockname()
    path = os.path.join(os.environ["APUS_SERVERS_DIRECTORY"], f"{name}.url")
    with open(path + ".new", "w") as file:
        file.write(f"http://{host}:{port}\n")
    os.rename(path + ".new", path)
