import { restBody } from '@gatehouse/admin/rest'
import { generateSync } from 'otplib'

const periodSeconds = 30

export type TotpAccount = Awaited<ReturnType<typeof totpAccount>>

/** An account with an authenticator app. It can sign in once, because each code can be used once. */
export async function totpAccount(url: string, name: string) {
  const credentials = { email: `${name}@gatehouse.test`, password: 'violet-anchor-1' }
  const post = <Body>(path: string, body: object, token?: string) =>
    restBody<Body>(url, 'POST', path, { body, ...(token && { token }) })
  const { token } = await post<{ token: string }>('/auth/register', {
    ...credentials,
    consent: true,
    date_of_birth: '1990-01-01',
  })
  const { secret } = await post<{ secret: string }>('/users/@me/mfa/totp/setup', {}, token)
  const codeIn = (periods: number) => {
    const epoch = Math.floor(Date.now() / 1000) + periods * periodSeconds
    return generateSync({ strategy: 'totp', secret, epoch })
  }
  await post('/users/@me/mfa/totp/enable', { code: codeIn(0) }, token)
  return {
    async signIn(): Promise<void> {
      const { ticket } = await post<{ ticket: string }>('/auth/login', credentials)
      await post('/auth/login/mfa/totp', { ticket, code: codeIn(1) })
    },
  }
}
