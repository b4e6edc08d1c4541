/**
 * The address of happy-dom's page is port 3000 of this machine, whatever serves there: a test that does not replace
 * fetch must not ask it.
 */
const fromNetwork = globalThis.fetch;

if (globalThis.location) {
  globalThis.fetch = (address, init) => {
    const { host, href } = new URL(
      address instanceof Request ? address.url : address,
      location.href,
    );
    if (host !== location.host) return fromNetwork(address, init);
    return Promise.reject(new TypeError(`a test reached the network: ${href}`));
  };
}
