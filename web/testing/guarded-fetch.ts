/**
 * Tests reach only servers that they start themselves, at 127.0.0.1. The address of happy-dom's page, localhost:3000,
 * may be another program of this machine.
 */
const OWN_SERVERS = "127.0.0.1";

const fromNetwork = globalThis.fetch;

globalThis.fetch = async (address, init) => {
  const { hostname, href } = new URL(
    address instanceof Request ? address.url : address,
    globalThis.location?.href,
  );
  if (hostname === OWN_SERVERS) return fromNetwork(address, init);
  throw new TypeError(`a test reached the network: ${href}`);
};
