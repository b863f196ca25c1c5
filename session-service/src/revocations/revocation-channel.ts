export const revocationChannel = (prefix: string) => `${prefix}revocations`
