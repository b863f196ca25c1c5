// A separate file, because the content security policy allows no inline scripts.

const css = `
.light-mode, .dark-mode { --scalar-font: var(--sans); --scalar-font-code: var(--mono); --scalar-radius: 6px; --scalar-radius-lg: 8px }
.light-mode { --scalar-color-accent: #3f4de0 }
.dark-mode { --scalar-color-accent: #a5b0ff; --scalar-background-1: #0e1015; --scalar-background-2: #171a21; --scalar-background-3: #292e38; --scalar-border-color: #292e38 }
:root { --scalar-custom-header-height: 3.75rem }
`

globalThis.Scalar.createApiReference('#reference', {
  url: '../openapi.json',
  customCss: css,
  theme: 'default',
  layout: 'modern',
  hideDarkModeToggle: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
})
