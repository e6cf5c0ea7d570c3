"""How people ask for what is known of things: the second half of the table in `phrases`."""

__all__ = ["THINGS"]

THINGS = """
deadline: deadline, due date, due, when * due, hand in, time limit
version: version, release, which version, version number
hosting: hosting, hosted, hosting provider, cloud provider, where * host, where * hosted
clothing_size: clothing size, dress size, shirt size, trouser size, size of clothes, clothes size
subscription: subscription, subscribe, subscribed, newspaper subscription, streaming service
""".strip()
