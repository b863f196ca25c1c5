import { element, show } from './elements.ts'
import { language, texts } from './texts.ts'

/** The functions that the scripts of all providers have. */
type Widgets = {
  render(container: HTMLElement, options: Record<string, string>): string
  getResponse(widget: string): string | undefined
  reset(widget: string): void
}

/** Shows the captcha if the page has one. The returned function gives the headers for one request that requires a captcha. */
export function openCaptcha(): () => Record<string, string> {
  const container = document.querySelector<HTMLElement>('#captcha')
  if (!container) return () => ({})
  const { provider = '', siteKey = '' } = container.dataset
  const widgets = () => Reflect.get(window, provider) as Widgets | undefined
  let widget: string | undefined

  const render = () => {
    widget = widgets()?.render(container, { sitekey: siteKey, theme: themeNow(), language, hl: language })
    if (widget === undefined) show(element('p', '#captcha-error'), texts.captchaBlocked)
  }
  // The page is loaded once the script of the provider ran or failed.
  if (document.readyState === 'complete') render()
  else addEventListener('load', render)

  return () => {
    if (widget === undefined) return {}
    const token = widgets()?.getResponse(widget)
    // A solution is accepted once.
    widgets()?.reset(widget)
    return token ? { 'x-captcha-token': token, 'x-captcha-type': provider } : {}
  }
}

function themeNow(): string {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
