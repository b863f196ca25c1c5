const prefix = 'spiffe://gatehouse/'

/** The `spiffe://gatehouse/` URI of a certificate; null with several URIs (SPIFFE X509-SVID, section 2). */
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
