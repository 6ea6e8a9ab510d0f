# The hall as an image: `docker build -t wyrmhall .`, then see docs/hosting.md. It writes to /data alone, and is no root.

FROM python:3.11-slim AS build
WORKDIR /wyrmhall
COPY pyproject.toml constraints.txt README.md ./
RUN python -m venv /venv
RUN /venv/bin/pip install --no-cache-dir --disable-pip-version-check -c constraints.txt -e '.[metrics,postgres]'
RUN /venv/bin/pip uninstall --yes --quiet setuptools pip

FROM python:3.11-slim
# FriBiDi: pictures have names in Arabic, Hebrew and the scripts of India
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*
WORKDIR /wyrmhall
COPY --from=build /venv /venv
COPY bot.py pyproject.toml ./
COPY cogs cogs
COPY engine engine
COPY host host
COPY languages languages
COPY players players
COPY render render
COPY tables tables
RUN /venv/bin/python -m languages compile
RUN /venv/bin/python -m compileall -q /wyrmhall
RUN install -d -m 700 -o 10001 -g 10001 /data
USER 10001:10001
VOLUME /data
ENV DATABASE=/data/wyrmhall.sqlite3 HEALTH_PORT=8080 PYTHONDONTWRITEBYTECODE=1
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m CMD ["/venv/bin/python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['HEALTH_PORT'] + '/readyz', timeout=4)"]
CMD ["/venv/bin/python", "bot.py"]
