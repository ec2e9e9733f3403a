/**
 * Whether a host is this machine, where pages are served without https while they are built: `localhost` and the names
 * below it, 127.0.0.0/8, `[::1]`, and `0.0.0.0`, which servers print as their address when they listen on every one.
 *
 * @param hostname as `URL` writes it
 */
export const isLoopback = (hostname: string): boolean =>
  /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/.test(hostname)
