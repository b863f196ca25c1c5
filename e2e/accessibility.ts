import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** To be called before a page is opened. Unlike a script element, axe is not subject to the content security policy then. */
export async function addAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axeSource })
}

/** What axe-core and horizontal scrolling say about the page, in light on a wide screen and in dark on a narrow one. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
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
