"""An OAuth 2 server of authlib's for the tests: a token endpoint, and a resource that wants its tokens.

Whoever asks is a client: the secret of the client `x` is `secret-of-x`, its first refresh token `refresh-of-x`. What is kept
is kept for each client, so that tests do not disturb one another.

    POST /token                  RFC 6749: client_credentials and refresh_token, which is rotated
    GET  /resource               200 with a token that is alive, else 401
    POST /expire?client=x        no token of the client is alive any more
    POST /refuse?client=x&on=1   the client is refused from now on; on=0 ends it
    GET  /count?client=x         how often the client asked for a token
"""

import collections
import os
import threading

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # http, on loopback

from authlib.integrations.flask_oauth2 import AuthorizationServer  # noqa: E402
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants  # noqa: E402
from flask import Flask, jsonify, request  # noqa: E402

lock = threading.Lock()
alive = {}  # token: client
refresh_tokens = {}  # token: client
refused = set()
counts = collections.Counter()


class Client(ClientMixin):
    def __init__(self, client_id):
        self.client_id = client_id

    def get_client_id(self):
        return self.client_id

    def get_allowed_scope(self, scope):
        return scope or ""

    def check_client_secret(self, secret):
        return self.client_id not in refused and secret == f"secret-of-{self.client_id}"

    def check_endpoint_auth_method(self, method, endpoint):
        return method in ("client_secret_basic", "client_secret_post")

    def check_grant_type(self, grant_type):
        return True


class Token(TokenMixin):
    def __init__(self, value, client_id):
        self.value = value
        self.client_id = client_id

    def check_client(self, client):
        return client.client_id == self.client_id

    def get_scope(self):
        return ""

    def get_expires_in(self):
        return 3600

    def is_expired(self):
        return False

    def is_revoked(self):
        return False


class ClientCredentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]


class Refresh(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, value):
        client = self.request.client.client_id
        refresh_tokens.setdefault(f"refresh-of-{client}", client)
        owner = refresh_tokens.get(value)
        return Token(value, owner) if owner else None

    def authenticate_user(self, token):
        return token.client_id

    def revoke_old_credential(self, token):
        refresh_tokens[token.value] = None


def save(token, request):
    with lock:
        alive[token["access_token"]] = request.client.client_id
        if "refresh_token" in token:
            refresh_tokens[token["refresh_token"]] = request.client.client_id


app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
server = AuthorizationServer(app, query_client=Client, save_token=save)
server.register_grant(ClientCredentials)
server.register_grant(Refresh)


@app.post("/token")
def token():
    client = request.authorization.username if request.authorization else request.form.get("client_id")
    with lock:
        counts[client] += 1
    return server.create_token_response()


@app.get("/resource")
def resource():
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    if scheme == "Bearer" and value in alive:
        return jsonify(client=alive[value])
    return jsonify(error="invalid_token"), 401, {"WWW-Authenticate": 'Bearer error="invalid_token"'}


@app.post("/expire")
def expire():
    with lock:
        for value in [value for value, client in alive.items() if client == request.args["client"]]:
            del alive[value]
    return "", 204


@app.post("/refuse")
def refuse():
    (refused.add if request.args["on"] == "1" else refused.discard)(request.args["client"])
    return "", 204


@app.get("/count")
def count():
    return jsonify(count=counts[request.args["client"]])
