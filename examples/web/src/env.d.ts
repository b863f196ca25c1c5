interface ImportMeta {
  /** Set by Vite. */
  readonly env: { readonly VITE_GATEHOUSE_URL?: string }
}
