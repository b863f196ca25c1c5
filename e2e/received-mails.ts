import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { SMTPServer } from 'smtp-server'

/** An SMTP server for the tests of one `describe`. To be called before `openDevStack`, which gets its `settings`. */
export function useReceivedMails(more: Record<string, string> = {}) {
  const mails: string[] = []
  const settings: Record<string, string> = {
    GATEHOUSE_SMTP_URL: '',
    GATEHOUSE_MAIL_FROM: 'no-reply@gatehouse.test',
    GATEHOUSE_OUTBOX_POLL_MS: '100',
    ...more,
  }
  const rejections = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 10,
    onRcptTo({ address }, _session, callback) {
      const responseCode = rejections.get(address.toLowerCase())
      callback(responseCode ? Object.assign(new Error('rejected'), { responseCode }) : null)
    },
    // `text` fails if `close` interrupts a mail, which is sent again later.
    onData: (stream, _session, callback) =>
      void text(stream).then((mail) => {
        // Quoted-printable, as sent: soft line breaks and `=3D` for `=`.
        mails.push(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))
        callback()
      }, callback),
  })
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    settings.GATEHOUSE_SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  after(() => new Promise<void>((resolve) => server.close(resolve)))

  return {
    mails,
    settings,
    /** The SMTP code with which mails to an address are rejected: 4xx for now, 5xx for good. */
    rejections,
    /** What the pattern captures in the newest mail to an address, once such a mail arrived; the mail is removed. */
    async take(address: string, pattern: RegExp): Promise<string> {
      const find = () => mails.findLastIndex((mail) => isTo(mail, address) && pattern.test(mail))
      await until(() => find() >= 0)
      const [mail = ''] = mails.splice(find(), 1)
      return pattern.exec(mail)?.[1] ?? ''
    },
    /** The tokens of the links to a page that were mailed to an address, once there are that many; newest last. */
    async tokens(address: string, page: string, count = 1): Promise<string[]> {
      const find = () =>
        mails.filter((mail) => isTo(mail, address)).flatMap((mail) => tokenOf(page).exec(mail)?.[1] ?? [])
      await until(() => find().length >= count)
      return find()
    },
  }
}

function isTo(mail: string, address: string): boolean {
  return mail.toLowerCase().includes(`\r\nto: ${address.toLowerCase()}\r\n`)
}

/** Of a mail without a link. */
export const codeIn = /\r\n([A-Z2-9]{4}-[A-Z2-9]{4})\r\n(?![\s\S]*#token=)/
/** Beside the link to this page. */
export const codeBeside = (page: string) =>
  new RegExp(`\\r\\n([A-Z2-9]{4}-[A-Z2-9]{4})\\r\\n[\\s\\S]*/${page}#token=`)
/** Of the second link of the mail about a registration. */
export const disowningToken = /\/reset#disown=1&token=([\w-]{43})\s/
export const tokenOf = (page: string) => new RegExp(`/${page}#token=([\\w-]{43})\\s`)
