import { setting } from '@gatehouse/service-kit/process/settings'

/** The gateway waits five seconds for a response. */
const maxTimeoutMs = 4500

export function smsSettings() {
  return {
    smsCarrier: setting.oneOf({
      env: 'GATEHOUSE_SMS_CARRIER',
      values: ['none', 'console', 'messages', 'verify'],
      default: 'none',
      meaning:
        'What sends codes by SMS. none: nobody can enable them. console: the log, for development only. messages: a service with the Messages API of Twilio. verify: a service with the Verify API of Twilio, which creates and checks the codes.',
    }),
    smsUrl: setting.httpUrl({
      env: 'GATEHOUSE_SMS_URL',
      default: null,
      meaning:
        'Base URL of the carrier: for messages that of the account, such as https://api.twilio.com/2010-04-01/Accounts/AC…; for verify that of the service, such as https://verify.twilio.com/v2/Services/VA….',
    }),
    smsUser: setting.text({
      env: 'GATEHOUSE_SMS_USER',
      default: null,
      meaning: 'User name at the carrier: the id of the account or API key.',
    }),
    smsSecret: setting.secret({
      env: 'GATEHOUSE_SMS_SECRET',
      default: null,
      meaning: 'Password at the carrier: the token of the account or the secret of the API key.',
    }),
    smsFrom: setting.text({
      env: 'GATEHOUSE_SMS_FROM',
      default: null,
      meaning: 'Sender of messages: a phone number or sender id of yours at the carrier; for messages only.',
    }),
    smsTimeoutMs: setting.integer({
      env: 'GATEHOUSE_SMS_TIMEOUT_MS',
      default: 4000,
      min: 100,
      max: maxTimeoutMs,
      meaning: 'Maximum wait for the carrier in milliseconds.',
    }),
    smsPrefixLimits: setting.phonePrefixLimits({
      env: 'GATEHOUSE_SMS_PREFIX_LIMITS',
      default: [],
      meaning:
        'Messages an hour to the phone numbers with a prefix, such as +49=500,+1=2000,+1876=0, separated by commas; the longest prefix of a number counts. 0: no messages. Half as many more are sent to numbers that are to be verified. Countries without a prefix here have the limits sms:country and sms:unverified:country of docs/limits.md.',
    }),
  }
}
