import { Content, type FrameProps, RailFrame } from '#web/ui/layout/Frame.tsx'

/** Rail and 952: profile, wallet, settings. The feed and the aside joined; put Columns inside where two are wanted. */
export function WideFrame({ footing, children, ...rest }: Omit<FrameProps, 'aside'>) {
  return (
    <RailFrame {...rest} columns="md:grid-cols-[72px_minmax(0,952px)] xl:grid-cols-[224px_952px]">
      <Content bottom={rest.bottom} footing={footing}>
        {children}
      </Content>
    </RailFrame>
  )
}
