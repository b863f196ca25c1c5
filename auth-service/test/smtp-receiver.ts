import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type Behaviour = {
  /** Reply codes to RCPT TO and after the content, in order; then 250. */
  recipientReplies: number[]
  contentReplies: number[]
  /** Never replies to the greeting, or after the content. */
  isSilent: 'greeting' | 'content' | null
}

export type ReceivedMail = ParsedMail & { recipients: string[] }

/** An SMTP server that accepts every mail unless it is told otherwise. */
export async function smtpReceiver(changed: SMTPServerOptions = {}, host = '127.0.0.1') {
  const behaviour: Behaviour = { recipientReplies: [], contentReplies: [], isSilent: null }
  const mails: ReceivedMail[] = []
  let server = listener()
  await once(server.listen(0, host), 'listening')
  const { port } = server.server.address() as AddressInfo

  function listener(): SMTPServer {
    const options: SMTPServerOptions = {
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 10,
      onConnect: (_session, callback) => {
        if (behaviour.isSilent !== 'greeting') callback()
      },
      onRcptTo: (_address, _session, callback) => callback(rejection(behaviour.recipientReplies.shift())),
      onData: async (stream, { envelope }, callback) => {
        // The client may close the connection before the end.
        const parsed = await simpleParser(stream).catch(() => null)
        if (parsed === null) return
        if (behaviour.isSilent === 'content') return
        const reply = rejection(behaviour.contentReplies.shift())
        if (!reply) mails.push({ ...parsed, recipients: envelope.rcptTo.map(({ address }) => address) })
        callback(reply)
      },
      ...changed,
    }
    const created = new SMTPServer(options)
    // A client that gives up resets its connection.
    created.on('error', () => {})
    return created
  }

  return {
    behaviour,
    mails,
    port,
    url: `smtp://${host}:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
    async reopen() {
      server = listener()
      await once(server.listen(port, host), 'listening')
    },
  }
}

function rejection(responseCode: number | undefined): Error | null {
  if (responseCode === undefined || responseCode < 300) return null
  return Object.assign(new Error('<ann@gatehouse.test> rejected'), { responseCode })
}
