/**
 * Whether a host is this machine, where developers serve pages without https: `localhost` and its subdomains,
 * 127.0.0.0/8, `[::1]`, and `0.0.0.0`, which servers print when they listen on every address.
 *
 * @param hostname as `URL` writes it
 */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname)
