/** The URL of the MongoDB behind a proxy on this port, with the same user. A replica set would name its members past the proxy. */
export function behindProxy(mongodbUrl: string, { port }: { port: number }): string {
  const url = new URL(mongodbUrl)
  url.host = `127.0.0.1:${port}`
  url.searchParams.delete('replicaSet')
  url.searchParams.set('directConnection', 'true')
  return url.href
}
