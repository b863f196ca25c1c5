import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import { syntheticPayload } from '../../../../test/fixtures/code-host/synthetic-payloads.ts'

describe('rendering audit events', () => {
  it('shows the changed rule', () => {
    expect(exampleEmbed('branch_protection_rule.edited')).to.include({
      title: '[octo-org/octo-repo] Branch protection rule edited: production',
      color: 0xbf8700,
    })
    const title = (event: string, action: string) =>
      renderedEmbed(event, syntheticPayload(event, action)).title
    expect(title('repository_ruleset', 'created')).to.equal(
      '[octo-org/octo-repo] Ruleset created: main is safe',
    )
    expect(title('branch_protection_configuration', 'disabled')).to.equal(
      '[octo-org/octo-repo] Branch protection disabled',
    )
    expect(title('personal_access_token_request', 'created')).to.equal(
      '[octo-org] Personal access token request created: bob',
    )
    expect(title('security_and_analysis', '')).to.equal(
      '[octo-org/octo-repo] Security and analysis settings changed',
    )
  })

  it('shows the title of a deploy key, but not the key', () => {
    const embed = exampleEmbed('deploy_key.created')
    expect(embed.title).to.equal('[Codertocat/Hello-World] Deploy key created: hey-its-a-deploy-key')
    expect(JSON.stringify(embed)).not.to.include('ssh-rsa')
  })

  it('is opt-in', () => {
    for (const [event, word] of [
      ['branch_protection_rule', 'branch_protection_rule.created'],
      ['deploy_key', 'deploy_key.created'],
    ] as const) {
      const payload = examplePayload(event, ({ action }) => action === 'created')
      expect(resultOf(event, payload)).to.equal(`ignored:${word}`)
    }
  })
})
