// Faces: avatars of everyone, covers of performers (calls.md section 11).
import Type from 'typebox'
import { Body, endpoints } from '#contract/endpoint.ts'

const Picture = Type.Object({ url: Type.String() })
const image = { file: { maxBytes: 20 * 1024 * 1024, required: true } } as const
const imageRefusals = ['file_required', 'file_type_not_allowed', 'file_unreadable'] as const
/** An image that is hosted elsewhere already: its host must be on the site's list, and the server fetches and keeps its own copy. */
const path = Body({ avatarPath: Type.String({ maxLength: 2000, format: 'uri' }) })

export const profiles = endpoints({
  uploadAvatar: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/users/avatar/upload',
    for: 'member',
    whileActing: true,
    summary: 'Set my avatar',
    uploads: image,
    reply: Picture,
    refuses: imageRefusals,
    rate: 'upload',
  },
  avatarPath: {
    method: 'PUT',
    path: '/users/avatar-path',
    for: 'member',
    whileActing: true,
    summary: 'Set my avatar from a hosted image',
    body: path,
    reply: Picture,
    refuses: ['image_host_not_allowed', 'file_unreadable', 'file_type_not_allowed', 'too_large'],
    rate: 'upload',
  },
  uploadPerformerAvatar: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/performers/avatar/upload',
    for: 'creator',
    whileActing: true,
    summary: 'Set my avatar (performer)',
    uploads: image,
    reply: Picture,
    refuses: imageRefusals,
    rate: 'upload',
  },
  performerAvatarPath: {
    method: 'PUT',
    path: '/performers/avatar-path',
    for: 'creator',
    whileActing: true,
    summary: 'Set my avatar from a hosted image (performer)',
    body: path,
    reply: Picture,
    refuses: ['image_host_not_allowed', 'file_unreadable', 'file_type_not_allowed', 'too_large'],
    rate: 'upload',
  },
  uploadCover: {
    method: 'POST',
    alsoBy: 'PUT',
    path: '/performers/cover/upload',
    for: 'creator',
    whileActing: true,
    summary: 'Set my cover',
    uploads: image,
    reply: Picture,
    refuses: imageRefusals,
    rate: 'upload',
  },
})
