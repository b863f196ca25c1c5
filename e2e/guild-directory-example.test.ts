import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { callerPrograms, programFolder, type RunningProgram, startProgram } from './caller-programs.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { certificateOf } from './network-tls.ts'

const guild = { guild_id: '2000000000000000001', channel_id: '2000000000000000002' }

describe('dev/examples/python/guild_directory.py as the guild directory', () => {
  const { folder, remove } = programFolder()
  const path = join(folder, 'directory.json')
  let directory: RunningProgram | undefined
  let directoryAddress = ''
  before(async function () {
    const program = callerPrograms.python?.(folder)
    if (!program) {
      console.log('      skipped: python or the packages of dev/examples/python are not installed')
      this.skip()
    }
    const env = { ...program.env, ...certificateOf('admin') }
    const args = [join(program.args[0] ?? '', '../guild_directory.py')]
    directory = startProgram({ ...program, args, env }, 'localhost:0', path)
    expect(await directory.prints(/^port \d+$/), directory.lines().join('\n')).to.equal(true)
    directoryAddress = `localhost:${directory.lines().at(-1)?.replace('port ', '')}`
  })
  const stack = openDevStack({
    settingsOf: () => (directory ? { GATEHOUSE_GUILDS_ADDR: directoryAddress } : {}),
  })
  after(async () => {
    await directory?.stop()
    remove()
  })

  let owner: TestAccount
  let member: TestAccount
  before(async () => {
    if (!directory) return
    owner = await stack.register('owner')
    member = await stack.register('member')
    const content = {
      guild: { [guild.guild_id]: { owner_id: owner.user_id, members: [member.user_id] } },
      channel: { [guild.channel_id]: { guild_id: guild.guild_id, name: 'builds' } },
      invite: { welcome: guild },
    }
    writeFileSync(path, JSON.stringify(content))
  })

  const create = (as: TestAccount, channelId = guild.channel_id) =>
    stack.post(`/channels/${channelId}/webhooks`, { token: as.token, body: { name: 'Builds' } })
  const codeOf = async (response: ReturnType<typeof create>) => {
    const { status, body } = await response
    return `${status} ${body.code}`
  }

  it('decides who may manage webhooks and read messages', async () => {
    expect(await codeOf(create(member))).to.equal('403 MISSING_PERMISSIONS')
    expect(await codeOf(create(await stack.register('stranger')))).to.equal('403 MISSING_ACCESS')
    expect(await codeOf(create(owner, '1'))).to.equal('404 UNKNOWN_CHANNEL')
    const list = stack.get('/guilds/1/webhooks', { token: owner.token })
    expect(await codeOf(list)).to.equal('404 UNKNOWN_GUILD')

    const webhook = await stack.createWebhook({ ...guild, owner })
    expect((await stack.postChat(webhook, { text: 'built' })).status).to.equal(200)
    expect(await stack.listMessages({ ...guild, owner: member })).to.have.length(1)
  })

  it('redeems invites, and unknown ones do not fail a registration', async () => {
    await stack.register('guest', { invite_code: 'welcome' })
    await stack.register('late', { invite_code: 'unknown' })
  })

  it('can be unavailable: webhook routes answer 503, registration and sign-in continue', async () => {
    const webhook = await stack.createWebhook({ ...guild, owner })
    await directory?.stop()
    expect(await codeOf(create(owner))).to.equal('503 SERVICE_UNAVAILABLE')
    expect((await stack.postChat(webhook, { text: 'built' })).status).to.equal(503)
    await stack.register('guest', { invite_code: 'welcome' })
    await stack.signIn(owner)
  })
})
