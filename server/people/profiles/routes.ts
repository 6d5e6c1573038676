import { profiles } from '#contract/people/profiles.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'
import * as door from '#server/people/profiles/profiles.ts'

const upload = (kind: 'avatar' | 'cover') => async (call: Call<Member>) =>
  door.receivePicture(call.db, call.viewer.accountId, kind, call.files['file'] ?? refuseField('file', 'file_required'))

const fetched = (call: Call<Member>, { avatarPath }: { avatarPath: string }) =>
  door.fetchPicture(call.db, call.viewer.accountId, avatarPath)

export const handlers: Handlers<typeof profiles> = {
  uploadAvatar: upload('avatar'),
  avatarPath: fetched,
  uploadPerformerAvatar: upload('avatar'),
  performerAvatarPath: fetched,
  uploadCover: upload('cover'),
}
