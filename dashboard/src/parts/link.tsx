import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type OfAnchor<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link to a page of the dashboard. */
export const PageLink = createLink((props: OfAnchor<AnchorProps>) => <Anchor {...props} />);

/** One that looks like a button: of what a person comes for. */
export const PageButton = createLink((props: OfAnchor<ButtonProps>) => <Button component="a" {...props} />);
