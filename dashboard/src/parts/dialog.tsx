import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

type DialogProps = Pick<
  ModalProps,
  'title' | 'onClose' | 'closeOnClickOutside' | 'closeOnEscape' | 'withCloseButton' | 'children'
>;

/** A dialog, for as long as it is rendered. What had the focus before has it again afterwards. */
export function Dialog({ onClose, children, ...props }: DialogProps) {
  const before = useRef(document.activeElement);
  const content = useRef<HTMLDivElement>(null);
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
    [],
  );
  // Escape closes the dialog on top alone.
  const closeOnTop = () => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')];
    if (dialogs.at(-1)?.contains(content.current)) onClose();
  };
  return (
    <Modal
      opened
      returnFocus={false}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      onClose={closeOnTop}
      {...props}
    >
      <div ref={content}>{children}</div>
    </Modal>
  );
}
