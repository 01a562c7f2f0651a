"""One connection to the broker that comes back by itself; what it hears is handed on from the library's thread."""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.publishing import wire

if TYPE_CHECKING:
    from paho.mqtt.client import Client, MQTTMessage

log = logging.getLogger(__name__)

KEEPALIVE = 20
SLOWEST_RETRY = 30

Hear = Callable[[str, bytes], None]


class Connection(Protocol):
    """What the outbox and the hub need of a connection."""

    def is_up(self) -> bool: ...

    def send(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        """Publish with QoS 1, or QoS 0 unless `sure`; `keep` makes it the topic's retained message."""
        ...


class MqttConnection:
    """A connection to an MQTT broker over TLS, or in the clear without `authority` (PEM)."""

    def __init__(
        self,
        host: str,
        port: int,
        user: str,
        password: str,
        authority: str,
        topics: tuple[str, ...],
        hear: Hear,
        on_up: Callable[[], None] = lambda: None,
        will: str = "",
    ) -> None:
        from paho.mqtt.client import Client
        from paho.mqtt.enums import CallbackAPIVersion

        self._topics, self._hear, self._on_up = topics, hear, on_up
        self._address = host, port
        self._client: Client = Client(CallbackAPIVersion.VERSION2, client_id=user, clean_session=True)
        self._client.username_pw_set(user, password)
        self._client.max_queued_messages_set(2_000)
        self._client.max_inflight_messages_set(200)
        self._client.reconnect_delay_set(1, SLOWEST_RETRY)
        if authority:
            self._client.tls_set_context(_trusting(authority))
        if will:
            self._client.will_set(will, b"", qos=1)
        self._client.on_connect = self._connected
        self._client.on_message = self._heard

    def start(self) -> None:
        """Connect, now or as soon as there is a network."""
        self._client.connect_async(*self._address, keepalive=KEEPALIVE)
        self._client.loop_start()

    def stop(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def is_up(self) -> bool:
        return self._client.is_connected()

    def send(self, topic: str, payload: bytes, *, keep: bool = False, sure: bool = True) -> None:
        """Publish; what does not go out now comes again by the acknowledgements of wire.py."""
        if self.is_up():
            self._client.publish(topic, payload, qos=1 if sure else 0, retain=keep)

    def _connected(self, client: Client, _data: object, _flags: object, reason: object, _props: object) -> None:
        if getattr(reason, "is_failure", False):
            log.warning("the broker at %s:%s says: %s", *self._address, reason)
            return
        client.subscribe([(topic, 1) for topic in self._topics])
        self._on_up()

    def _heard(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        try:
            self._hear(message.topic, bytes(message.payload))
        except Exception:
            log.exception("a message on %s failed", message.topic)


def of_table(member: wire.Membership, hear: Hear, on_up: Callable[[], None]) -> MqttConnection:
    topics = (wire.down(member.event, member.box, "+"), wire.down(member.event, wire.ALL, "+"))
    will = wire.up(member.event, member.box, "gone")
    return MqttConnection(
        member.host, member.port, member.box, member.password, member.authority, topics, hear, on_up, will=will
    )


def _trusting(authority: str) -> ssl.SSLContext:
    return ssl.create_default_context(cadata=authority)
