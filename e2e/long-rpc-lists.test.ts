import { fromGrpcStatus } from '@gatehouse/service-kit/errors/grpc-status'
import type { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { listsOfRequests, type Values } from '@gatehouse/service-kit/testing/lists-of-requests'
import type { ServiceError as GrpcError } from '@grpc/grpc-js'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'
import { channelFor } from './network-tls.ts'

const addressNames = {
  auth: 'GATEHOUSE_AUTH_ADDR',
  sessions: 'GATEHOUSE_SESSIONS_ADDR',
  webhooks: 'GATEHOUSE_WEBHOOKS_ADDR',
  guilds: 'GATEHOUSE_WEBHOOKS_ADDR',
} as const
describe('a long list in a request of an rpc', () => {
  const stack = openDevStack()
  let values: Values
  before(async () => {
    const ann = await stack.register('ann')
    const { id, token } = await stack.createWebhook(await stack.createGuildChannel(ann))
    const client = { address: '127.0.0.1' }
    const actor = { account_id: ann.user_id }
    values = { id, token, client, actor, account_id: ann.user_id, webhook: { id, token, client } }
  })

  for (const { service, path, field, request } of listsOfRequests()) {
    const area = service.split('.')[1] as keyof typeof addressNames
    it(`has at most one problem: ${path} ${field}`, async () => {
      const error = await call(stack.network().env[addressNames[area]], path, request(values))
      const ofList = error?.fields.filter((problem) => problem.path.startsWith(field)) ?? []
      expect(ofList.map((problem) => problem.path)).to.be.deep.oneOf([[], [field]])
    })
  }
})

async function call(address: string, path: string, request: Buffer): Promise<ServiceError | null> {
  const client = channelFor(path, address)
  const same = (bytes: Buffer) => bytes
  try {
    const error = await new Promise<GrpcError | null>((resolve) =>
      client.makeUnaryRequest(path, same, same, request, resolve),
    )
    return error && fromGrpcStatus(error, { path, target: address })
  } finally {
    client.close()
  }
}
