import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe-core and horizontal scrolling say about the page, in light on a wide screen and in dark on a narrow one. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  // Unlike a script element, an evaluated script is not subject to the content security policy.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axeSource)
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 320],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const violations = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
      "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
    )
    for (const { id, nodes } of violations)
      problems.push(`${colorScheme}, ${width}: ${id}: ${nodes[0]?.html}`)
    const overflow = await horizontalOverflow(page)
    if (overflow > 0) problems.push(`${width}: scrolls by ${overflow} px`)
  }
  return problems
}

/** In pixels. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}
