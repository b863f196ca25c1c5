import { GuildsService, type RedeemInviteRequest } from '@gatehouse/proto/gen/guilds/v1/guilds'
import {
  type CreateRequest,
  type RecordProofRequest,
  type RevokeAllRequest,
  type RevokeRequest,
  type Session,
  SessionsService,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { serve } from '@gatehouse/service-kit/grpc/serve'
import type { Handlers } from '@gatehouse/service-kit/grpc/server-call'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { afterTest, cancelAfterTest } from '@gatehouse/service-kit/testing/running-test'

/** A session-service that records its calls; `beforeCreate` runs while a sign-in waits for its session. */
export async function fakeSessions() {
  const calls = {
    created: [] as CreateRequest[],
    attempts: [] as (string | undefined)[],
    revokedTokens: [] as string[],
    endedAttempts: [] as string[],
    revoked: [] as RevokeRequest[],
    revokedAll: [] as RevokeAllRequest[],
    proofs: [] as RecordProofRequest[],
    /** That their events have the sign-in; a former session-service does not say so. */
    hasSignIn: undefined as boolean | undefined,
    /** Id hashes. Other sessions are live. */
    ended: new Set<string>(),
    beforeList: async (): Promise<void> => {},
    beforeCreate: async (_request: CreateRequest): Promise<void> => {},
    beforeRevoke: async (): Promise<void> => {},
    beforeRevokeAll: async (): Promise<void> => {},
    beforeRevokeToken: async (): Promise<void> => {},
    beforeEndAttempt: async (): Promise<void> => {},
  }
  const handlers: Partial<Handlers<typeof SessionsService>> = {
    async create(request, { attemptId }) {
      calls.attempts.push(attemptId)
      await calls.beforeCreate(request)
      calls.created.push(request)
      const { hasSignIn } = calls
      return { token: tokenOf(request.accountId), session: sessionOf(request.accountId), hasSignIn }
    },
    async revoke(request) {
      await calls.beforeRevoke()
      calls.revoked.push(request)
      return { revoked: request.idHashes.length }
    },
    async revokeToken({ token }) {
      await calls.beforeRevokeToken()
      calls.revokedTokens.push(token)
      return { revoked: true }
    },
    async endAttempt({ attemptId }) {
      await calls.beforeEndAttempt()
      calls.endedAttempts.push(attemptId)
      return { revoked: 1 }
    },
    async revokeAll(request) {
      await calls.beforeRevokeAll()
      calls.revokedAll.push(request)
      return { revoked: 1 }
    },
    async list({ accountId }) {
      await calls.beforeList()
      const live = ['hash', 'other', idHashOf(accountId)].filter((idHash) => !calls.ended.has(idHash))
      return { sessions: live.map((idHash) => ({ ...sessionOf(accountId), idHash })) }
    },
    recordProof(request) {
      if (request.idHash === 'gone') throw new ServiceError('UNAUTHORIZED')
      calls.proofs.push(request)
      return {}
    },
  }
  return Object.assign(calls, await restartable(SessionsService, handlers))
}

/** Each account has one session here. */
const sessionOf = (accountId: string): Session => ({
  idHash: idHashOf(accountId),
  accountId,
  createdAt: undefined,
  lastUsedAt: undefined,
  location: undefined,
  provedAt: undefined,
  proofMethods: [],
  expiresAt: undefined,
})

/** A guild directory with the single invite `welcome`. */
export async function fakeGuilds() {
  const calls = { redeemed: [] as RedeemInviteRequest[], beforeRedeem: async (): Promise<void> => {} }
  const handlers: Partial<Handlers<typeof GuildsService>> = {
    async redeemInvite(request) {
      await calls.beforeRedeem()
      if (request.code !== 'welcome') throw new ServiceError('UNKNOWN_INVITE')
      calls.redeemed.push(request)
      return { guildId: '1', channelId: '2', joined: true }
    },
  }
  return Object.assign(calls, await restartable(GuildsService, handlers))
}

export const idHashOf = (accountId: string) => `hash-of-${accountId}`
export const tokenOf = (accountId: string) => `token of ${accountId}`

type Served = Parameters<typeof serve>[0]['services'][number]

/** A server that can be stopped and restarted at its address, at the latest after the test that stopped it. */
async function restartable(definition: Served[0], handlers: Served[1]) {
  const { log } = logLines()
  const open = (listen: string) => serve({ listen, services: [[definition, handlers]], log })
  let serving = await open('127.0.0.1:0')
  const { address } = serving
  const makeAvailable = async () => {
    cancelAfterTest(handlers)
    serving = await open(address)
  }
  return {
    address,
    close: () => serving.drain(0),
    async makeUnavailable() {
      afterTest(handlers, makeAvailable)
      await serving.drain(0)
    },
    makeAvailable,
  }
}
