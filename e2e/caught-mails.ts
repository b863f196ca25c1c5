import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { until } from '@gatehouse/dev/process/until'
import { SMTPServer } from 'smtp-server'

/** An SMTP server for the tests of one `describe`, and the settings that make auth-service use it. */
export function useCaughtMails(settings: Record<string, string> = {}) {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, _session, callback) => {
      // Quoted-printable, as sent: soft line breaks and `=3D` for `=`.
      mails.push((await text(stream)).replaceAll('=\r\n', '').replaceAll('=3D', '='))
      callback()
    },
  })
  const all: Record<string, string> = {
    GATEHOUSE_MAIL_FROM: 'no-reply@gatehouse.test',
    GATEHOUSE_OUTBOX_POLL_MS: '20',
    ...settings,
  }
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    all.GATEHOUSE_SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  after(() => new Promise<void>((resolve) => server.close(resolve)))

  const linksTo = (email: string, path: string) =>
    mails
      .filter((mail) => mail.includes(`To: ${email}`))
      .flatMap((mail) => new RegExp(`/${path}#token=([\\w-]{43})\\s`).exec(mail)?.[1] ?? [])
  return {
    settings: all,
    mails,
    /** The tokens of the links to a page that were mailed to an address, once there are that many; newest last. */
    async tokens(email: string, path: string, count = 1): Promise<string[]> {
      await until(() => linksTo(email, path).length >= count)
      return linksTo(email, path)
    },
  }
}
