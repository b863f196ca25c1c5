/** Matches every mention that consumers act on: of everyone, and tokens of users, roles and channels. */
export const liveMention =
  /(?<![\p{L}\p{N}])[@\uff20\ufe6b](?:everyone|here)(?![\p{L}\p{N}])|<[@\uff20\ufe6b#][^\s<>]{1,64}>/iu
