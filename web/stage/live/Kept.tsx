import { Link } from 'react-router'
import type { Recording } from '#contract/stage/recording.ts'
import { useTranslation } from '#web/app/say.ts'

/** To its performer: what became of the recording of a show that is over, or the way to the video. */
export function Kept({ recording: { state, reason, videoId } }: { recording: Recording }) {
  const { t } = useTranslation()
  if (videoId !== undefined)
    return (
      <Link to={`/creator/videos/${videoId}`} className="touch text-13 text-link">
        {t('live.record.state.made')}
      </Link>
    )
  if (reason)
    return (
      <p className="text-13 text-muted">
        {t(`live.record.why.${reason}`)}
        {reason === 'refused' && (
          <Link to="/creator/library" className="touch block text-link">
            {t('live.record.why.refused.library')}
          </Link>
        )}
      </p>
    )
  // Between the end and the first look it is prepared, too.
  return <p className="text-13 text-muted">{t(state === 'short' ? 'live.record.state.short' : 'live.record.state.preparing')}</p>
}
