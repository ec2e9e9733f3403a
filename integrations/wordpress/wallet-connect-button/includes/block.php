<?php
/**
 * The block. It stores its settings in the block's comment and no HTML, so that nothing is lost when an author without the right
 * to unfiltered HTML saves. The plugin writes the tag when the page is shown.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

/** The attribute of the tag for each setting of the block. */
const BLOCK_SETTINGS = array(
	'label'       => 'label',
	'chains'      => 'chains',
	'wallets'     => 'wallets',
	'theme'       => 'theme',
	'size'        => 'size',
	'showBalance' => 'show-balance',
	'pageState'   => 'page-state',
);

/**
 * Draws the block.
 *
 * @param array $settings The block's settings.
 */
function draw_block( $settings ): string {
	$given = array();
	foreach ( BLOCK_SETTINGS as $setting => $attribute ) {
		if ( isset( $settings[ $setting ] ) ) {
			$given[ $attribute ] = $settings[ $setting ];
		}
	}
	return sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), button_tag( $given ) );
}

add_action(
	'init',
	function () {
		wp_register_script(
			'wallet-connect-button-editor',
			address() . 'block/editor.js',
			array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n' ),
			VERSION,
			true
		);
		wp_register_style( 'wallet-connect-button-editor', address() . 'block/editor.css', array(), VERSION );
		wp_register_style( 'wallet-connect-button-block', address() . 'block/block.css', array(), VERSION );
		wp_set_script_translations( 'wallet-connect-button-editor', 'wallet-connect-button', folder() . 'languages' );
		register_block_type( folder() . 'block', array( 'render_callback' => __NAMESPACE__ . '\draw_block' ) );
	}
);
