const prefix = 'spiffe://gatehouse/'

/**
 * The identity that a verified certificate names: its URI in `subjectAltName` below `spiffe://gatehouse/`. Null without one, and
 * with several URIs (SPIFFE X509-SVID, section 2: exactly one). DNS names say which server it is, the common name says nothing.
 */
export function callerIdentity({
  subjectaltname = '',
}: {
  subjectaltname?: string | undefined
}): string | null {
  // Node quotes a name with a comma or a quotation mark in it; what is quoted is not an entry of the list.
  const entries = subjectaltname.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(', ')
  const [uri, ...others] = entries.filter((entry) => entry.startsWith('URI:')).map((entry) => entry.slice(4))
  return uri?.startsWith(prefix) && others.length === 0 ? uri.slice(prefix.length) : null
}
