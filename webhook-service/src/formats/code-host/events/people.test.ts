import { expect } from 'chai'
import { cardOf, recordedCard, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { made } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

describe('who belongs where', () => {
  it('is told of collaborators', () => {
    expect(recordedCard('member.added')).to.include({
      title: '[Codertocat/Hello-World] New collaborator added: hacktocat',
      url: 'https://github.com/hacktocat',
      color: 0x2da44e,
    })
    expect(cardOf('member', made('member', 'removed')).title).to.include('Collaborator removed: hacktocat')
  })

  it('is told of teams, also by nobody', () => {
    expect(recordedCard('membership.added').title).to.equal(
      '[Octocoders] Member added to team github: Codertocat',
    )
    expect(cardOf('membership', made('membership', 'removed')))
      .to.include({ title: '[Octocoders] Member removed from team github: Codertocat' })
      .and.not.have.property('author')
    expect(recordedCard('membership.added', { team: { deleted: true } }).title).to.include(
      'added to a team: ',
    )
    expect(recordedCard('team.created').title).to.equal('[Octocoders] Team created: github')
    expect(recordedCard('team.added_to_repository').title).to.equal(
      '[Octocoders/Hello-World] Team added to repository: github',
    )
    expect(recordedCard('team_add').title).to.equal(
      '[Octocoders/Hello-World] Repository added to team: github',
    )
  })

  it('is told of organizations', () => {
    expect(recordedCard('organization.member_added').title).to.equal('[Octocoders] Member added: hacktocat')
    expect(recordedCard('organization.renamed').title).to.include('Organization renamed from Octocoders')
    expect(cardOf('organization', made('organization', 'deleted'))).to.include({
      title: '[octo-org] Organization deleted',
      color: 0xcf222e,
    })
  })

  it('is told of sponsors, unless they want to be known to the sponsored alone', () => {
    expect(recordedCard('sponsorship.created')).to.deep.include({
      title: 'New sponsor: monalisa',
      url: 'https://github.com/monalisa',
      fields: [{ name: 'Tier', value: '$5 a month', inline: true }],
    })
    const changed = cardOf('sponsorship', made('sponsorship', 'tier_changed'))
    expect(changed.title).to.equal('Sponsorship tier changed: somebody in private')
    expect(changed.fields?.map(({ value }) => value)).to.deep.equal(['$5 a month', '$10 a month'])
    expect(JSON.stringify(changed)).not.to.match(/monalisa|ann/)
  })

  it('names a deleted account as such', () => {
    for (const [name, path, happened] of [
      ['member.added', 'member', 'New collaborator added'],
      ['membership.added', 'member', 'Member added to team github'],
      ['organization.member_added', 'membership.user', 'Member added'],
      ['sponsorship.created', 'sponsorship.sponsor', 'New sponsor'],
    ] as const)
      expect(recordedCard(name, { [path]: null }))
        .to.satisfy(({ title }: { title: string }) => title.endsWith(`${happened}: Deleted user`))
        .and.not.have.property('url')
  })

  it('cannot be told of nobody', () => {
    expect(resultOf('member', { action: 'added' })).to.equal('unrenderable:member')
    expect(resultOf('membership', { action: 'added', member: {} })).to.equal('unrenderable:member.login')
    expect(resultOf('team', { action: 'created' })).to.equal('unrenderable:team')
    expect(resultOf('organization', { action: 'member_added', membership: {} })).to.equal(
      'unrenderable:membership.user',
    )
    expect(resultOf('sponsorship', { action: 'created', sponsorship: {} })).to.equal(
      'unrenderable:sponsorship.sponsor',
    )
  })
})
