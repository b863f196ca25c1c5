import { setting } from './setting.ts'

/** How the account pages and mails present the operator. */
export function brandSettings() {
  return {
    productName: setting.name({
      env: 'GATEHOUSE_PRODUCT_NAME',
      default: 'Gatehouse',
      meaning:
        'Name of the product in account pages, mails, authenticator apps and passkey managers. Usernames may not contain it.',
    }),
    termsUrl: setting.httpUrl({
      env: 'GATEHOUSE_TERMS_URL',
      default: null,
      meaning: 'Terms of service, linked in account pages and mails; unset: no link.',
    }),
    privacyUrl: setting.httpUrl({
      env: 'GATEHOUSE_PRIVACY_URL',
      default: null,
      meaning: 'Privacy policy, linked in account pages and mails; unset: no link.',
    }),
    supportUrl: setting.contactUrl({
      env: 'GATEHOUSE_SUPPORT_URL',
      default: null,
      meaning:
        'Where people get help, linked in account pages and mails: a page, or mailto:support@example.com; unset: no link.',
    }),
  }
}
