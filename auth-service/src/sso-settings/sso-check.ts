import type { SsoCheck } from '@gatehouse/proto/gen/auth/v1/sso'

export function passed(name: string, message: string): SsoCheck {
  return { name, ok: true, message }
}

export function failed(name: string, message: string): SsoCheck {
  return { name, ok: false, message }
}
