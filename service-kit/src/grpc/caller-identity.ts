const prefix = 'spiffe://gatehouse/'

/**
 * The identity in a verified certificate: its URI in `subjectAltName` below `spiffe://gatehouse/`. Null without one, and also with
 * several URIs (SPIFFE X509-SVID, section 2: exactly one). DNS names identify servers; the common name is ignored.
 */
export function callerIdentity({
  subjectaltname = '',
}: {
  subjectaltname?: string | undefined
}): string | null {
  // Node quotes a name that contains a comma or a quotation mark; quoted text is not an entry of the list.
  const entries = subjectaltname.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(', ')
  const [uri, ...others] = entries.filter((entry) => entry.startsWith('URI:')).map((entry) => entry.slice(4))
  return uri?.startsWith(prefix) && others.length === 0 ? uri.slice(prefix.length) : null
}
