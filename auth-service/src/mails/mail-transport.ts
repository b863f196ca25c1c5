import { readSettingFile } from '@gatehouse/service-kit/process/read-setting-file'
import { createTransport } from 'nodemailer'

export type Mail = {
  from: string
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  date: Date
}

export type MailTransport = { send(mail: Mail): Promise<void>; close(): void }

type Options = { url: string; caPath: string | null; timeoutMs: number; connections: number }

/** An attempt takes at most this many timeouts: connection, TLS, sign-in, envelope and content. */
const timeoutsPerAttempt = 4
/** They get credentials in plain text. */
const trustedHosts = ['localhost', '127.0.0.1', '[::1]']

export function maxAttemptMs(timeoutMs: number): number {
  return timeoutsPerAttempt * timeoutMs
}

/** `url` is `smtp://user:password@host:port`, `smtps://…` or `file:/path` of a file that contains it. Without a CA, those of the system apply. */
export function smtpTransport({ url: setting, caPath, timeoutMs, connections }: Options): MailTransport {
  const url = new URL(
    setting.startsWith('file:')
      ? readSettingFile('GATEHOUSE_SMTP_URL', setting.slice(5)).toString('utf8').trim()
      : setting,
  )
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    // The outbox repeats a mail, under its lease.
    maxRequeues: 0,
    url: url.href,
    ...(caPath !== null && { tls: { ca: readSettingFile('GATEHOUSE_SMTP_CA', caPath) } }),
    // Credentials are not sent in plain text.
    requireTLS: url.username !== '' && !trustedHosts.includes(url.hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, ...mail }) {
      await transport.sendMail({
        ...mail,
        to: { name: '', address: to },
        textEncoding: 'quoted-printable',
        // RFC 3834: vacation responders do not answer.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal: AbortSignal.timeout(maxAttemptMs(timeoutMs)),
      })
    },
    close: () => transport.close({ force: true }),
  }
}

/** `originalCode` is that of the system or of TLS, such as ECONNREFUSED. */
type SmtpError = { command?: string; code?: string; originalCode?: string; responseCode?: number }

export type SendFailure = { reason: string; isPermanent: boolean }

/**
 * Without the text of the server, which may name the recipient. A rejected sender or sign-in is an error of
 * our settings, so the mail is retried.
 */
export function readFailure(error: unknown): SendFailure {
  const { command, code, originalCode = code, responseCode } = error as SmtpError
  const isOfMail = command === 'RCPT TO' || command === 'DATA'
  const parts = [command, originalCode, responseCode].filter((part) => part !== undefined)
  return {
    reason: parts.length > 0 ? parts.join(' ') : 'unknown',
    isPermanent: isOfMail && responseCode !== undefined && responseCode >= 500,
  }
}
