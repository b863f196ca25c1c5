import { expect } from 'chai'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { syntheticPayload } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

describe('rendering members and sponsors', () => {
  it('shows collaborators', () => {
    expect(exampleEmbed('member.added')).to.include({
      title: '[Codertocat/Hello-World] New collaborator added: hacktocat',
      url: 'https://github.com/hacktocat',
      color: 0x2da44e,
    })
    expect(renderedEmbed('member', syntheticPayload('member', 'removed')).title).to.include(
      'Collaborator removed: hacktocat',
    )
  })

  it('shows team members, also without a sender', () => {
    expect(exampleEmbed('membership.added').title).to.equal(
      '[Octocoders] Member added to team github: Codertocat',
    )
    expect(renderedEmbed('membership', syntheticPayload('membership', 'removed')))
      .to.include({ title: '[Octocoders] Member removed from team github: Codertocat' })
      .and.not.have.property('author')
    expect(exampleEmbed('membership.added', { team: { deleted: true } }).title).to.include(
      'added to a team: ',
    )
    expect(exampleEmbed('team.created').title).to.equal('[Octocoders] Team created: github')
    expect(exampleEmbed('team.added_to_repository').title).to.equal(
      '[Octocoders/Hello-World] Team added to repository: github',
    )
    expect(exampleEmbed('team_add').title).to.equal(
      '[Octocoders/Hello-World] Repository added to team: github',
    )
  })

  it('shows organization members and changes', () => {
    expect(exampleEmbed('organization.member_added').title).to.equal('[Octocoders] Member added: hacktocat')
    expect(exampleEmbed('organization.renamed').title).to.include('Organization renamed from Octocoders')
    expect(renderedEmbed('organization', syntheticPayload('organization', 'deleted'))).to.include({
      title: '[octo-org] Organization deleted',
      color: 0xcf222e,
    })
  })

  it('shows sponsors, but not private ones', () => {
    expect(exampleEmbed('sponsorship.created')).to.deep.include({
      title: 'New sponsor: monalisa',
      url: 'https://github.com/monalisa',
      fields: [{ name: 'Tier', value: '$5 a month', inline: true }],
    })
    const changed = renderedEmbed('sponsorship', syntheticPayload('sponsorship', 'tier_changed'))
    expect(changed.title).to.equal('Sponsorship tier changed: somebody in private')
    expect(changed.fields?.map(({ value }) => value)).to.deep.equal(['$5 a month', '$10 a month'])
    expect(JSON.stringify(changed)).not.to.match(/monalisa|ann/)
  })

  it('shows a deleted account as Deleted user', () => {
    for (const [name, path, happened] of [
      ['member.added', 'member', 'New collaborator added'],
      ['membership.added', 'member', 'Member added to team github'],
      ['organization.member_added', 'membership.user', 'Member added'],
      ['sponsorship.created', 'sponsorship.sponsor', 'New sponsor'],
    ] as const)
      expect(exampleEmbed(name, { [path]: null }))
        .to.satisfy(({ title }: { title: string }) => title.endsWith(`${happened}: Deleted user`))
        .and.not.have.property('url')
  })

  it('requires a member, team or sponsor', () => {
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
