/**
 * What the real server (9.3) was seen to send, reduced to its facts: the standard that the fake is
 * held to wherever the recordings themselves are not at hand.
 */
export const OBSERVED_HEADERS = {
  POST: [
    'Accept',
    'Content-Type',
    'User-Agent',
    'Connection',
    'Authorization',
    'Content-Length',
    'Accept-Encoding',
    'Host',
  ],
  GET: ['Accept', 'User-Agent', 'Connection', 'Authorization', 'Accept-Encoding', 'Host'],
} as const

const FILES = ['url', 'changesurl', 'history'] as const

/** Members of the body in their order; the body token carries the same but `token`. */
export const OBSERVED_MEMBERS = {
  joined: ['key', 'status', 'users', 'actions', 'token'],
  closedUnchanged: ['key', 'status', 'actions', 'token'],
  finalSave: [
    'key',
    'status',
    ...FILES,
    'users',
    'actions',
    'lastsave',
    'notmodified',
    'token',
    'filetype',
  ],
  forcedByCommand: [
    'key',
    'status',
    ...FILES,
    'users',
    'userdata',
    'lastsave',
    'forcesavetype',
    'token',
    'filetype',
  ],
  forcedByButton: [
    'key',
    'status',
    ...FILES,
    'users',
    'actions',
    'lastsave',
    'forcesavetype',
    'token',
    'filetype',
  ],
  saveFailed: ['key', 'status', 'users', 'actions', 'lastsave', 'notmodified', 'token'],
  recovered: [
    'key',
    'status',
    'url',
    'history',
    'users',
    'actions',
    'lastsave',
    'notmodified',
    'token',
    'filetype',
  ],
} as const

export const OBSERVED_LINKS = {
  output:
    /\/cache\/files\/data\/[^/]+_\d+\/output\.docx\/output\.docx\?md5=[\w-]{22}&expires=\d+&filename=output\.docx$/,
  changes:
    /\/cache\/files\/data\/[^/]+_\d+\/changes\.zip\/changes\.zip\?md5=[\w-]{22}&expires=\d+&filename=changes\.zip$/,
  forgotten:
    /\/cache\/files\/forgotten\/[^/]+\/output\.docx\/output\.docx\?md5=[\w-]{22}&expires=\d+&filename=output\.docx$/,
} as const

/** Seconds a callback's tokens live, and a reader's. */
export const OBSERVED_LIFETIMES = { callback: 300, reader: 30 * 24 * 3600 } as const

/**
 * Why a configuration was refused, in the order of the trials: wrong secret, expired, unsigned;
 * a token without callback, permissions, mode, URL; one around a payload; other permissions.
 */
export const OBSERVED_REFUSALS = [
  [4006, 'token:invalid signature'],
  [4005, 'token:jwt expired'],
  [4006, 'token:jwt signature is required'],
  [4006, 'token:'],
  [4006, 'token:'],
  [4006, 'token:'],
  [4006, 'token:'],
  [4006, 'token:'],
  [4004, 'access deny'],
] as const
