"""The page that Prometheus reads, for whoever has the token."""

import hmac

from litestar import Response, get
from litestar.exceptions import NotFoundException
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from omnibus.server.api.dependencies import AnyRequest, TheServices
from omnibus.server.metrics import REGISTRY
from omnibus.server.trouble import ServerTrouble


@get("/metrics", include_in_schema=False)
async def show_metrics(request: AnyRequest, services: TheServices) -> Response[bytes]:
    """Everything counted here. Where no token is set, there is no such page."""
    token = services.settings.metrics_token
    if token is None:
        raise NotFoundException
    told = request.headers.get("authorization", "").encode()
    if not hmac.compare_digest(told, f"Bearer {token}".encode()):
        raise ServerTrouble("metrics-token")
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
