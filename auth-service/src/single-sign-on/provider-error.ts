const texts = {
  'host-not-found': 'The host HOST cannot be found. Check the spelling of the address.',
  'private-host':
    'The host HOST has an address of a private network. The operator can allow it with GATEHOUSE_SSO_ALLOWED_HOSTS.',
  'not-https': 'The address of HOST must begin with https://.',
  'not-reachable': 'The host HOST does not accept connections (DETAIL).',
  timeout: 'The host HOST did not respond within 10 seconds.',
  certificate: 'The TLS certificate of HOST is not valid (DETAIL).',
  'too-large': 'The response of HOST has more than 1 MiB.',
  'server-error': 'The provider at HOST has a problem (DETAIL). Try again later.',
  redirect: 'HOST redirects to another address. Enter the final address.',
  'not-found': 'HOST has no document at this address (DETAIL).',
  'not-json': 'The response of HOST is not a valid document (DETAIL).',
  'other-issuer': 'The provider at HOST calls itself DETAIL. Enter that as the issuer.',
  'shared-issuer':
    'The provider at HOST serves several organizations. Enter the issuer of yours: DETAIL with its own id in place of the braces.',
  'unusable-issuer':
    'The provider at HOST calls itself DETAIL, which cannot be used here. Set its own public address at the provider.',
  incomplete: 'The discovery document of HOST lacks DETAIL. Set one here.',
} as const

export type ProviderProblem = keyof typeof texts

/** The provider cannot be used. The message is for administrators. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly problem: ProviderProblem

  constructor(
    problem: ProviderProblem,
    host: string,
    { detail = '', cause }: { detail?: string; cause?: unknown } = {},
  ) {
    // A function, because replacement texts have patterns.
    super(
      texts[problem].replace('HOST', () => host).replace('DETAIL', () => detail),
      { cause },
    )
    this.problem = problem
  }
}

/** The provider's error among the causes of an error. */
export function providerErrorOf(error: unknown): ProviderError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderError) return cause
  return null
}
