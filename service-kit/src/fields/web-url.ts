/** http or https, without credentials, which can look like the host: https://github.com@evil.example. */
export function isWebUrl(text: string): boolean {
  const parsed = URL.parse(text)
  return /^https?:\/\//i.test(text) && parsed !== null && parsed.username === '' && parsed.password === ''
}
