<?php
/**
 * What is for members stays with members: in pages, excerpts, searches and caches, also where an author forgets the end of the shortcode.
 *
 * @package WalletConnectButton
 */

namespace WalletConnectButton;

defined( 'ABSPATH' ) || exit;

const MEMBERS_TAG = '[wallet_members]';
const MEMBERS_END = '[/wallet_members]';

/**
 * The headers of an answer that nobody else may get.
 *
 * @param array $headers WordPress's own headers against caching, which forbid no shared cache to keep a copy.
 */
function forbid_copies( $headers ): array {
	return array( 'Cache-Control' => 'no-store, no-cache, must-revalidate, max-age=0, private' ) + $headers;
}

/** Tells caches to keep no copy of this answer, because it depends on who asks. */
function keep_private(): void {
	defined( 'DONOTCACHEPAGE' ) || define( 'DONOTCACHEPAGE', true );
	add_filter( 'nocache_headers', __NAMESPACE__ . '\forbid_copies' );
	if ( ! headers_sent() ) {
		nocache_headers();
	}
}

/** Whether the request has a member's cookie. Its answer may contain what is for members, wherever a theme or a plugin writes it. */
function is_member_request(): bool {
	return isset( $_COOKIE[ MEMBER_COOKIE ] );
}

if ( is_member_request() ) {
	add_action( 'init', __NAMESPACE__ . '\keep_private' );
	add_filter( 'rest_send_nocache_headers', '__return_true' );
}

// Other visitors get a form with a nonce. Where the post itself has the shortcode, this is known before the theme writes anything.
add_action(
	'template_redirect',
	function () {
		$post = get_post();
		if ( $post && is_singular() && ( has_shortcode( $post->post_content, 'wallet_members' ) || has_shortcode( $post->post_content, 'wallet_member' ) ) ) {
			keep_private();
		}
	}
);

add_shortcode(
	'wallet_members',
	function ( $given, $content = '' ) {
		keep_private();
		return '' === read_member() ? draw_sign_in() : do_shortcode( (string) $content ) . draw_sign_out();
	}
);

add_shortcode(
	'wallet_member',
	function () {
		keep_private();
		$address = substr( (string) strrchr( read_member(), ':' ), 1 );
		return '' === $address ? '' : sprintf( '<bdi>%s</bdi>', esc_html( substr( $address, 0, 6 ) . '…' . substr( $address, -4 ) ) );
	}
);

/**
 * Divides a text into parts for members and parts for everybody. Where the beginning or the end of the shortcode is missing, everything up
 * to the nearest other one is for members.
 *
 * @param string $content The text with shortcodes.
 * @return array{0: array<array{0: bool, 1: string}>, 1: bool} Each part with whether it is for members, and whether a tag is missing.
 */
function divide_content( string $content ): array {
	// A tag in double brackets is an example, which WordPress shows as it is.
	$texts  = preg_split( '#(?<!\[)(\[/?wallet_members\b[^\]]*\])(?!\])#', $content, -1, PREG_SPLIT_DELIM_CAPTURE );
	$parts  = array();
	$inside = false;
	$faulty = false;
	for ( $at = 0, $count = count( $texts ); $at < $count; $at += 2 ) {
		$tag     = $texts[ $at + 1 ] ?? '';
		$is_end  = '/' === substr( $tag, 1, 1 );
		$parts[] = array( $inside || $is_end, $texts[ $at ] );
		$faulty  = $faulty || ( $inside ? ! $is_end : $is_end );
		$inside  = '' !== $tag && ! $is_end;
	}
	return array( $parts, $faulty );
}

/**
 * Gives each part for members its beginning and its end.
 *
 * @param string $content The text with shortcodes, before they are replaced.
 */
function complete_tags( $content ) {
	if ( ! is_string( $content ) || false === strpos( $content, 'wallet_members' ) ) {
		return $content;
	}
	list( $parts, $faulty ) = divide_content( $content );
	if ( ! $faulty ) {
		return $content;
	}
	// A text that is cut, such as the beginning of a post in a list, is no mistake of its author.
	$post     = get_post();
	$is_wrong = $post && current_user_can( 'edit_posts' ) && divide_content( $post->post_content )[1];
	$complete = $is_wrong ? '<p role="alert">' . esc_html__( 'Here the shortcode wallet_members has no beginning or no end, so more is hidden than you may want. Only editors see this notice.', 'wallet-connect-button' ) . '</p>' : '';
	foreach ( $parts as list( $is_hidden, $text ) ) {
		$complete .= $is_hidden ? MEMBERS_TAG . $text . MEMBERS_END : $text;
	}
	return $complete;
}

// After blocks were drawn (9), and before shortcodes are replaced (11).
foreach ( array( 'the_content', 'widget_text', 'widget_text_content', 'widget_block_content' ) as $wallet_connect_button_filter ) {
	add_filter( $wallet_connect_button_filter, __NAMESPACE__ . '\complete_tags', 10 );
}

// An excerpt has only what everybody may read. WordPress would leave out complete shortcodes, but no part of one.
add_filter(
	'get_the_excerpt',
	function ( $excerpt, $post = null ) {
		$is_own = '' !== trim( (string) $excerpt );
		$source = $is_own || ! $post ? (string) $excerpt : $post->post_content;
		if ( false === strpos( $source, 'wallet_members' ) ) {
			return $excerpt;
		}
		$open = '';
		foreach ( divide_content( $source )[0] as list( $is_hidden, $text ) ) {
			$open .= $is_hidden ? ' ' : $text;
		}
		if ( $is_own ) {
			return $open;
		}
		$words = wp_trim_words( strip_shortcodes( excerpt_remove_blocks( $open ) ), (int) apply_filters( 'excerpt_length', 55 ), apply_filters( 'excerpt_more', ' …' ) );
		return '' === $words ? '…' : $words;
	},
	9,
	2
);

// A search must not tell which page has a hidden word: others find a page with a part for members by its title only.
add_filter(
	'posts_search',
	function ( $search, $query ) {
		global $wpdb;
		if ( '' === $search || '' !== read_member() || current_user_can( 'edit_others_posts' ) ) {
			return $search;
		}
		$like   = '%' . $wpdb->esc_like( '[wallet_members' ) . '%';
		$hidden = $wpdb->prepare( "( $wpdb->posts.post_content LIKE %s OR $wpdb->posts.post_excerpt LIKE %s )", $like, $like );
		$title  = "$wpdb->posts.post_password = ''";
		foreach ( (array) $query->get( 'search_terms' ) as $term ) {
			$is_not = '-' === substr( $term, 0, 1 );
			$like   = '%' . $wpdb->esc_like( $is_not ? substr( $term, 1 ) : $term ) . '%';
			$title .= $wpdb->prepare( $is_not ? " AND $wpdb->posts.post_title NOT LIKE %s" : " AND $wpdb->posts.post_title LIKE %s", $like ); // phpcs:ignore WordPress.DB.PreparedSQL
		}
		return " AND ( ( NOT $hidden $search ) OR ( $hidden AND $title ) )";
	},
	10,
	2
);
