import {
  type Session,
  SessionsService,
  type VerifyFailure,
  type VerifyItem,
  type VerifyStreamRequest,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { serve } from '@gatehouse/service-kit/grpc/serve'
import type { Duplex } from '@gatehouse/service-kit/grpc/server-call'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import type { Tls } from '@gatehouse/service-kit/tls/tls-files'

import { verifyReply } from './verify-reply.ts'

type Stream = Duplex<VerifyStreamRequest, VerifyStreamResponse>
/** Handles the items of one message. */
export type Answers = (items: VerifyItem[], stream: Stream) => void
export type VerifyStub = Awaited<ReturnType<typeof startVerifyStub>>

/** A session-service with VerifyStream only. It answers pings unless it is mute. */
export async function startVerifyStub(responses: Answers, listen = '127.0.0.1:0', tls: Tls | null = null) {
  const stub = {
    seen: [] as VerifyItem[][],
    isMute: false,
    streams: 0,
    ended: 0,
    /** The age of revocations in pongs; undefined while some may be missed. */
    deliveredUntilMsAgo: undefined as number | undefined,
  }
  const open = new Set<Stream>()
  const cuts: (() => void)[] = []

  async function read(stream: Stream): Promise<void> {
    for await (const { items, ping, pingNumber } of stream.messages) {
      if (ping && !stub.isMute) pong(stream, pingNumber)
      if (items.length === 0) continue
      stub.seen.push(items)
      responses(items, stream)
    }
  }
  function pong(stream: Stream, pongNumber: number): void {
    const { deliveredUntilMsAgo: ms } = stub
    const deliveredUntilAge = ms === undefined ? undefined : toDuration(ms)
    stream.send(verifyReply({ pong: true, pongNumber, deliveredUntilAge }))
  }
  const verifyStream = async (stream: Stream) => {
    stub.streams += 1
    open.add(stream)
    const cut = new Promise<void>((resolve) => cuts.push(resolve))
    await Promise.race([cut, read(stream)]).finally(() => {
      stub.ended += 1
      open.delete(stream)
    })
  }

  const services = [[SessionsService, { verifyStream }]] as const
  const server = await serve({ listen, services, tls, log: logLines().log })
  return Object.assign(stub, {
    address: server.address,
    /** Ends every stream, also with pending items. */
    breakAll() {
      for (const cut of cuts.splice(0)) cut()
    },
    /** Sends this on every stream. */
    sendAll(fields: Partial<VerifyStreamResponse>) {
      for (const stream of open) stream.send(verifyReply(fields))
    },
    stop: () => server.drain(0),
  })
}

/** Returns for each item a session whose id hash is the token. */
export const answerAll: Answers = (items, stream) => {
  const results = items.map(({ correlationId, token }) => ({
    correlationId,
    outcome: { $case: 'session' as const, value: sessionOf(token) },
  }))
  stream.send(verifyReply({ results }))
}

export const answerNothing: Answers = () => {}

export function rejectWith(value: VerifyFailure): Answers {
  return (items, stream) => {
    const outcome = { $case: 'failure' as const, value }
    stream.send(verifyReply({ results: items.map(({ correlationId }) => ({ correlationId, outcome })) }))
  }
}

function sessionOf(idHash: string): Session {
  const times = { createdAt: undefined, lastUsedAt: undefined, provedAt: undefined, expiresAt: undefined }
  return { idHash, accountId: '1', ...times, location: undefined, proofMethods: [] }
}
